//! Common divisors and multiples of integers.

/// Returns the greatest common divisor, or 1 if both numbers are 0.
pub fn greatest_common_divisor(one: u128, other: u128) -> u128 {
    let (mut left, mut right) = (one, other);
    while right != 0 {
        (left, right) = (right, left % right);
    }
    left.max(1)
}

/// Returns the least common multiple of two positive numbers, or `None` on overflow.
pub fn least_common_multiple(one: i128, other: i128) -> Option<i128> {
    let divisor = greatest_common_divisor(one.unsigned_abs(), other.unsigned_abs());
    one.checked_div(i128::try_from(divisor).ok()?)?.checked_mul(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_of_4_and_6_meet_every_12() {
        assert_eq!(greatest_common_divisor(4, 6), 2);
        assert_eq!(least_common_multiple(4, 6), Some(12));
        assert_eq!(least_common_multiple(1, 7), Some(7));
        assert_eq!(least_common_multiple(i128::MAX, 2), None);
    }
}
