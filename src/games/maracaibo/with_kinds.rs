//! Enums whose variants carry what they need, beside the plain enum of their kinds.

/// Writes an enum with payloads and the enum of its kinds, variant by variant in the same order: kinds have
/// numbers, and can be compared whatever the payload is.
macro_rules! with_kinds {
    (
        $(#[$about:meta])*
        pub enum $name:ident {
            $(
                $(#[$meaning:meta])*
                $variant:ident $(($payload:ty))? $({ $($field:ident: $type:ty),* })?,
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
                        #[allow(missing_docs, reason = "the variant tells of its fields")]
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
            /// All of them, by number.
            pub const ALL: &[$kinds] = &[$($kinds::$variant),*];
        }

        impl $name {
            /// Its kind.
            #[inline]
            pub fn kind(&self) -> $kinds {
                match self {
                    $($name::$variant { .. } => $kinds::$variant,)*
                }
            }
        }
    };
}

pub(super) use with_kinds;
