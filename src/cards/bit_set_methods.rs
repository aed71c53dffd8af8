//! The methods of sets that keep one bit for each member.

/// Gives a set of up to 64 members, which is a number with one bit for each, its methods.
macro_rules! bits {
    ($set:ident of $member:ident, |$one:ident| $bit:expr, counted in $count:ident) => {
        impl $set {
            /// Returns whether the set has a member.
            pub const fn has(self, $one: $member) -> bool {
                self.0 >> $bit & 1 == 1
            }

            /// Returns the set with one more member.
            pub const fn with(self, $one: $member) -> $set {
                $set(self.0 | 1 << $bit)
            }

            /// Returns the set without one member.
            pub const fn without(self, $one: $member) -> $set {
                $set(self.0 & !(1 << $bit))
            }

            /// Returns the number of members.
            pub const fn len(self) -> $count {
                self.0.count_ones() as $count
            }

            /// Returns whether the set has no members.
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }
        }

        impl FromIterator<$member> for $set {
            fn from_iter<I: IntoIterator<Item = $member>>(members: I) -> $set {
                members.into_iter().fold($set::default(), $set::with)
            }
        }
    };
}
pub(super) use bits;
