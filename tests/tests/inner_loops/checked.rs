//! Loops with what inner loops of the examples must not have. Compiled by the test alone.

#[unsafe(no_mangle)]
pub fn with_a_check(numbers: &[usize], indices: &[usize], sums: &mut [usize]) {
    for (sum, &i) in sums.iter_mut().zip(indices) {
        *sum += numbers[i];
    }
}

#[unsafe(no_mangle)]
pub fn with_a_division(numbers: &mut [usize], divisor: std::num::NonZeroUsize) {
    for number in numbers {
        *number /= divisor;
    }
}

#[unsafe(no_mangle)]
pub fn with_a_check_in_the_outer_loop(numbers: &mut [[u8; 999]], indices: &[usize]) {
    for &i in indices {
        for number in &mut numbers[i] {
            *number = number.rotate_left(3) ^ 1;
        }
    }
}
