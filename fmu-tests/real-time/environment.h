/* How the processor does arithmetic for a thread: rounding, and flushing of subnormal numbers. */
#ifndef ENVIRONMENT_H
#define ENVIRONMENT_H

typedef enum { NEAREST, DOWN, UP, TO_ZERO, ROUNDINGS } Rounding;
extern const char *const rounding_names[ROUNDINGS];

/* Flushing: subnormal results become 0 (FTZ), and subnormal operands count as 0 (DAZ); FZ of AArch64 is both. */
typedef struct {
    Rounding rounding;
    int flush;
} Environment;

/* The control bits of the calling thread, without the flags that arithmetic leaves behind. */
typedef unsigned long long Control;
Control control_get(void);
/* Clears those flags, too. */
void control_set(Control);
/* The control bits that `wanted` needs, made from the `usual` ones. */
Control control_for(Environment wanted, Control usual);
#endif
