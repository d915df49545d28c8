//! The schema of messages, `docs/reference/protocol.schema.json`.

use std::path::Path;

use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::Value;

/// The schema, ready to be asked.
pub struct Schema {
    schemas: Schemas,
    compiler: Compiler,
    url: String,
}

impl Schema {
    pub fn read() -> Schema {
        let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let path = project.join("docs/reference/protocol.schema.json");
        let text = std::fs::read_to_string(path).unwrap();
        let url = "http://localhost/protocol.schema.json".to_string();
        let mut compiler = Compiler::new();
        compiler
            .add_resource(&url, serde_json::from_str(&text).unwrap())
            .unwrap();
        Schema {
            schemas: Schemas::new(),
            compiler,
            url,
        }
    }

    /// Holds a message to the definition of this name.
    #[track_caller]
    pub fn holds(&mut self, definition: &str, message: &Value) {
        let at = format!("{}#/$defs/{definition}", self.url);
        let index: SchemaIndex = self.compiler.compile(&at, &mut self.schemas).unwrap();
        if let Err(error) = self.schemas.validate(message, index) {
            panic!("{definition}: {message}\n{error:#}");
        }
    }
}
