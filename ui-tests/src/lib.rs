//! Holds nothing: the cases are under `tests/ui`.
