//! Enums with payloads, each with a plain enum of its kinds.

/// Defines an enum with payloads and an enum of its kinds with the variants in equal order. Kinds
/// are numbered and can be compared without regard to the payload. Either all kinds have a name or none has.
macro_rules! with_kinds {
    (
        $(#[$about:meta])*
        pub enum $name:ident {
            $(
                $(#[$meaning:meta])*
                $variant:ident $(($payload:ty))? $({ $($field:ident: $type:ty),* })? $(=> $word:literal)?,
            )*
        }
        $(#[$about_kinds:meta])*
        pub enum $kinds:ident;
    ) => {
        $(#[$about])*
        #[repr(u8)]
        pub enum $name {
            $(
                $(#[$meaning])*
                $variant $(($payload))? $({
                    $(
                        $field: $type,
                    )*
                })?,
            )*
        }

        $(#[$about_kinds])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        pub enum $kinds {
            $(
                $(#[$meaning])*
                $variant,
            )*
        }

        impl $kinds {
            /// All kinds, in numerical order.
            pub const ALL: &[$kinds] = &[$($kinds::$variant),*];

            /// Names of the kinds, in numerical order; empty if the kinds have no names.
            pub const NAMES: &[&str] = &[$($($word,)?)*];
        }

        impl $name {
            /// Returns the kind.
            #[inline]
            pub fn kind(&self) -> $kinds {
                match self {
                    $($name::$variant { .. } => $kinds::$variant,)*
                }
            }
        }
    };
}

pub(crate) use with_kinds;
