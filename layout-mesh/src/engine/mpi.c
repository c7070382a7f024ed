/* The functions of MPI that the engine calls, with plain numbers: handles and constants are of other types in each library. */
#include <mpi.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const int TAG = 4097;

/* What a call returns besides 0; Rust has the same numbers. */
enum { TIMED_OUT = 1, OTHER_LENGTH = 2, FAILED = 3 };

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

static double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* Waits for requests until the deadline. */
static int wait_all(int count, MPI_Request *requests, MPI_Status *statuses, double seconds) {
    double deadline = now() + seconds;
    int done = 0, status;
    long polls = 0;
    for (;;) {
        status = MPI_Testall(count, requests, &done, statuses);
        if (status == MPI_ERR_IN_STATUS) {
            for (int i = 0; i < count; i++) {
                int class = 0;
                if (statuses[i].MPI_ERROR == MPI_SUCCESS || statuses[i].MPI_ERROR == MPI_ERR_PENDING) continue;
                MPI_Error_class(statuses[i].MPI_ERROR, &class);
                return class == MPI_ERR_TRUNCATE ? OTHER_LENGTH : check(statuses[i].MPI_ERROR);
            }
        }
        if (status != MPI_SUCCESS) return check(status);
        if (done) return 0;
        if (now() > deadline) return TIMED_OUT;
        /* More ranks than processors share them. */
        if (++polls % 64 == 0) {
            struct timespec pause = {0, 20000};
            nanosleep(&pause, NULL);
        }
    }
}

/* The messages on their way, the one that is received first. */
static MPI_Request requests[2];
static int on_their_way = 0;

/* Begins to send to `target` and to receive from `source`, each unless negative. The send is synchronous, so that no message waits in
   the memory of a rank that has not asked for it. */
int layout_mesh_begin(int target, const void *out, int out_bytes, int source, void *into, int into_bytes) {
    int failed = 0;
    on_their_way = 0;
    if (source >= 0) failed = check(MPI_Irecv(into, into_bytes, MPI_BYTE, source, TAG, communicator, &requests[on_their_way++]));
    if (!failed && target >= 0)
        failed = check(MPI_Issend(out, out_bytes, MPI_BYTE, target, TAG, communicator, &requests[on_their_way++]));
    return failed;
}

/* Lets the library move what is on its way, which it does inside of its functions alone. */
void layout_mesh_progress(void) {
    int done = 0;
    if (on_their_way > 0) MPI_Request_get_status(requests[0], &done, MPI_STATUS_IGNORE);
}

/* Waits for the messages on their way. `into_bytes` is negative if none is received. */
int layout_mesh_finish(int into_bytes, double seconds) {
    MPI_Status statuses[2];
    int received = 0, failed = wait_all(on_their_way, requests, statuses, seconds);
    if (!failed && into_bytes >= 0) {
        failed = check(MPI_Get_count(&statuses[0], MPI_BYTE, &received));
        if (!failed && received != into_bytes) failed = OTHER_LENGTH;
    }
    return failed;
}

/* The least word of all ranks, and the complement of the greatest. `words` and `least` have two each. */
int layout_mesh_agree(const uint64_t *words, uint64_t *least, double seconds) {
    MPI_Request request;
    MPI_Status status;
    int failed = check(MPI_Iallreduce(words, least, 2, MPI_UINT64_T, MPI_MIN, communicator, &request));
    return failed ? failed : wait_all(1, &request, &status, seconds);
}
