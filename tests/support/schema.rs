//! JSON Schema validation: the schema of messages, `docs/reference/protocol.schema.json`, and any
//! other.

use std::path::Path;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

/// A compiled schema.
pub struct Schema {
    schemas: Schemas,
    compiler: Compiler,
    url: String,
}

impl Schema {
    /// Reads the schema of messages.
    pub fn read() -> Schema {
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let path = project.join("docs/reference/protocol.schema.json");
        let text = std::fs::read_to_string(path).unwrap();
        Schema::of(&serde_json::from_str(&text).unwrap())
    }

    /// Creates a validator for any schema.
    pub fn of(schema: &Value) -> Schema {
        let url = "http://localhost/protocol.schema.json".to_string();
        let mut compiler = Compiler::new();
        compiler.add_resource(&url, schema.clone()).unwrap();
        Schema {
            schemas: Schemas::new(),
            compiler,
            url,
        }
    }

    /// Checks a message against the definition with this name, or against the whole schema if the
    /// name is empty.
    #[track_caller]
    pub fn holds(&mut self, definition: &str, message: &Value) {
        let at = match definition {
            "" => self.url.clone(),
            name => format!("{}#/$defs/{name}", self.url),
        };
        let index: SchemaIndex = self.compiler.compile(&at, &mut self.schemas).unwrap();
        if let Err(error) = self.schemas.validate(message, index) {
            panic!("{definition}: {message}\n{error:#}");
        }
    }
}
