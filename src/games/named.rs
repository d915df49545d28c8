//! Fieldless enums whose variants have names.

/// Defines a fieldless enum and a constant with the names of its variants, in order. `ALL` lists the variants.
macro_rules! named {
    (
        $(#[$about:meta])*
        pub enum $name:ident: $number:ident, $names:ident {
            $($(#[$meaning:meta])* $variant:ident = $word:literal,)*
        }
    ) => {
        $(#[$about])*
        #[repr($number)]
        pub enum $name {
            $($(#[$meaning])* $variant,)*
        }

        impl $name {
            /// All variants, in order.
            pub const ALL: &[$name] = &[$($name::$variant),*];
        }

        #[doc = concat!("Names of the variants of [`", stringify!($name), "`], in order.")]
        pub const $names: [&str; $name::ALL.len()] = [$($word),*];
    };
}

pub(crate) use named;
