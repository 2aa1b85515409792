/* The same work on one or two threads, each on a processor of its own. */
#ifndef BENCH_THREADS_H
#define BENCH_THREADS_H

enum { MOST_THREADS = 2 };

/* Thread `thread` of a case: 0 if it failed. */
typedef int (*ThreadWork)(void *data, int thread);

/* Does the work of all threads; 0 if one failed. `seconds` becomes the processor time of the thread that needed most;
   with one thread, which is the caller, it stays. */
int on_threads(int threads, ThreadWork work, void *data, double *seconds);

#endif
