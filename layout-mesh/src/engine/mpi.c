/* The functions of MPI that the engine calls, with plain numbers: handles and constants are of other types in each library. */
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const int TAG = 4097;

/* What a call returns besides 0; Rust has the same numbers. */
enum { OTHER_LENGTH = 1, FAILED = 2 };

static MPI_Comm communicator = MPI_COMM_NULL;
static char message[MPI_MAX_ERROR_STRING + 1];

static int check(int status) {
    int length = 0;
    if (status == MPI_SUCCESS) return 0;
    if (MPI_Error_string(status, message, &length) != MPI_SUCCESS) length = 0;
    message[length] = 0;
    return FAILED;
}

const char *layout_mesh_message(void) { return message; }

int layout_mesh_start(int *rank, int *size) {
    int initialized = 0, failed = check(MPI_Initialized(&initialized));
    if (!failed && !initialized) failed = check(MPI_Init(NULL, NULL));
    if (!failed) failed = check(MPI_Comm_dup(MPI_COMM_WORLD, &communicator));
    if (!failed) failed = check(MPI_Comm_set_errhandler(communicator, MPI_ERRORS_RETURN));
    if (!failed) failed = check(MPI_Comm_rank(communicator, rank));
    if (!failed) failed = check(MPI_Comm_size(communicator, size));
    return failed;
}

void layout_mesh_end(void) {
    int finalized = 0;
    MPI_Finalized(&finalized);
    if (!finalized) MPI_Finalize();
}

void layout_mesh_abort(int code) { MPI_Abort(MPI_COMM_WORLD, code); }

/* The messages on their way, each in a slot; a free slot has the null request. */
static MPI_Request *requests = NULL;
static int slots = 0;

/* A free slot, or -1 without memory. */
static int free_slot(void) {
    MPI_Request *more;
    int slot = 0, wanted = 2 * slots + 8;
    while (slot < slots && requests[slot] != MPI_REQUEST_NULL) slot++;
    if (slot < slots) return slot;
    more = realloc(requests, sizeof *more * (size_t)wanted);
    if (!more) {
        strcpy(message, "no memory for requests");
        return -1;
    }
    for (requests = more; slots < wanted; slots++) requests[slots] = MPI_REQUEST_NULL;
    return slot;
}

/* Begins to send. It is synchronous, so that no message waits in the memory of a rank that has not asked for it. */
int layout_mesh_send(int target, const void *out, int bytes, int *slot) {
    if ((*slot = free_slot()) < 0) return FAILED;
    return check(MPI_Issend(out, bytes, MPI_BYTE, target, TAG, communicator, &requests[*slot]));
}

int layout_mesh_receive(int source, void *into, int bytes, int *slot) {
    if ((*slot = free_slot()) < 0) return FAILED;
    return check(MPI_Irecv(into, bytes, MPI_BYTE, source, TAG, communicator, &requests[*slot]));
}

/* Begins to compute the least of all ranks for each of two words. They are signed: MPICH 4.0.2 orders MPI_UINT64_T as if it were, too. */
int layout_mesh_agree(const int64_t *words, int64_t *least, int *slot) {
    if ((*slot = free_slot()) < 0) return FAILED;
    return check(MPI_Iallreduce(words, least, 2, MPI_INT64_T, MPI_MIN, communicator, &requests[*slot]));
}

/* Sets `done` if the request of a slot is, whose slot is free then; a message that is received has so many bytes, unless negative. */
int layout_mesh_test(int slot, int bytes, int *done) {
    MPI_Status result;
    int class = 0, received = 0, failed, status = MPI_Test(&requests[slot], done, &result);
    if (status != MPI_SUCCESS) {
        MPI_Error_class(status, &class);
        return class == MPI_ERR_TRUNCATE ? OTHER_LENGTH : check(status);
    }
    if (!*done || bytes < 0) return 0;
    failed = check(MPI_Get_count(&result, MPI_BYTE, &received));
    return !failed && received != bytes ? OTHER_LENGTH : failed;
}
