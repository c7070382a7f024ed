"""Arrays of NumPy in functions of Rust, and back: python3 arrays.py PATH/libdlpack.so"""
import ctypes
import sys

import numpy as np

NAME, USED = b"dltensor_versioned", b"used_dltensor_versioned"
P = ctypes.c_void_p
api = ctypes.pythonapi
api.PyCapsule_GetPointer.restype, api.PyCapsule_GetPointer.argtypes = P, [ctypes.py_object, ctypes.c_char_p]
api.PyCapsule_SetName.argtypes = [ctypes.py_object, ctypes.c_char_p]
api.PyCapsule_New.restype, api.PyCapsule_New.argtypes = ctypes.py_object, [P, ctypes.c_char_p, P]

lib = ctypes.CDLL(sys.argv[1])
lib.free_text.argtypes, lib.free_text.restype = [P], None
lib.scale.argtypes, lib.scale.restype = [P, ctypes.c_float], P
lib.transposed.argtypes, lib.transposed.restype = [P, ctypes.POINTER(P)], P
lib.sum_of_tile.argtypes, lib.sum_of_tile.restype = [P, ctypes.POINTER(P)], ctypes.c_double


def given(array):
    """The tensor of an array, given away: Rust calls its deleter."""
    capsule = array.__dlpack__(max_version=(1, 0))
    pointer = api.PyCapsule_GetPointer(capsule, NAME)
    api.PyCapsule_SetName(capsule, USED)
    return pointer


class Made:
    """A tensor of Rust, for np.from_dlpack."""

    def __init__(self, pointer):
        self.capsule = api.PyCapsule_New(pointer, NAME, None)

    def __dlpack__(self, **_):
        return self.capsule

    def __dlpack_device__(self):
        return (1, 0)


def check(error):
    if error:
        message = ctypes.string_at(error).decode()
        lib.free_text(error)
        raise ValueError(message)


def scale(array, factor):
    check(lib.scale(given(array), factor))


def transposed(array):
    error = P()
    made = lib.transposed(given(array), ctypes.byref(error))
    check(error.value)
    return np.from_dlpack(Made(made))


def sum_of_tile(array):
    error = P()
    answer = lib.sum_of_tile(given(array), ctypes.byref(error))
    check(error.value)
    return answer


def refused(function, array, *message):
    before = sys.getrefcount(array)
    try:
        function(array)
    except ValueError as error:
        assert all(part in str(error) for part in message), error
    else:
        raise AssertionError(f"not refused: {message}")
    assert sys.getrefcount(array) == before, "the tensor was not given back"


def parts(rng, shape):
    """A part of an array, with steps of either sign, in an order of axes."""
    array = rng.integers(-1000, 1000, [4 * extent + 1 for extent in shape])
    part = []
    for extent in shape:
        step = int(rng.choice([-3, -2, -1, 1, 2, 3]))
        start = int(rng.integers(0, 3)) + (0 if step > 0 else 3 * extent)
        part.append(slice(start, None, step))
    cut = array[tuple(part)][tuple(slice(0, extent) for extent in shape)]
    return cut.transpose(rng.permutation(len(shape)))


rng = np.random.default_rng(1)
cubes = matrices = 0
for _ in range(300):
    cube = parts(rng, rng.integers(0, 5, 3)).astype(np.int64, copy=False)
    references = sys.getrefcount(cube)
    answer = transposed(cube)
    assert answer.shape == cube.T.shape and (answer == cube.T).all(), (cube.shape, cube.strides)
    assert answer.flags.writeable and sys.getrefcount(cube) == references
    cubes += 1

    whole = rng.random((17, 23), dtype=np.float32)
    matrix = whole[:: int(rng.choice([-2, -1, 1, 3])), int(rng.integers(0, 4)) :: 2]
    matrix = matrix if rng.random() < 0.5 else matrix.T
    expected, others = matrix * np.float32(3), whole.copy()
    scale(matrix, 3.0)
    assert (matrix == expected).all()
    matrix[:] = 0
    outside = whole != 0
    assert (whole[outside] == others[outside]).all(), "elements outside of the part were written"
    matrices += 1

# A stride of 0.
assert (transposed(np.broadcast_to(np.int64(7), (2, 3, 4))) == 7).all()
tile = rng.random((8, 4))
assert np.isclose(sum_of_tile(tile), tile.sum())

refused(sum_of_tile, rng.random((4, 8)).T, "axis = 0, extent = 8, stride = 4", "array_stride = 1")
refused(sum_of_tile, rng.random((8, 4, 1)), "ndim = 3, rank = 2")
refused(transposed, rng.random((2, 2, 2)), "code = 2, bits = 64", "view_code = 0")
refused(lambda a: scale(a, 2.0), np.broadcast_to(np.float32(1), (2, 2)), "read-only")
frozen = np.ones((2, 2), np.float32)
frozen.flags.writeable = False
refused(lambda a: scale(a, 2.0), frozen, "read-only")
print(f"{cubes} cubes, {matrices} matrices and 5 refusals by NumPy {np.__version__}")
