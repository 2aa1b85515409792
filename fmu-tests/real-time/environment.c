#include "environment.h"

const char *const rounding_names[ROUNDINGS] = {"to nearest", "down", "up", "to zero"};

#if defined(__x86_64__)

#include <xmmintrin.h>

/* MXCSR, and from bit 32 on the control word of the x87: compilers may use either. */
enum { FLAGS = 0x3f, DAZ = 0x40, FTZ = 0x8000, ROUNDING = 13, X87_ROUNDING = 10 };

Control control_get(void)
{
    unsigned short x87;
    __asm__ volatile("fnstcw %0" : "=m"(x87));
    return (Control)x87 << 32 | (_mm_getcsr() & ~(unsigned)FLAGS);
}

void control_set(Control control)
{
    const unsigned short x87 = (unsigned short)(control >> 32);
    __asm__ volatile("fnclex\n\tfldcw %0" : : "m"(x87));
    _mm_setcsr((unsigned)control);
}

Control control_for(Environment wanted, Control usual)
{
    Control control = usual & ~((Control)3 << ROUNDING | (Control)3 << (32 + X87_ROUNDING));
    control |= (Control)wanted.rounding << ROUNDING | (Control)wanted.rounding << (32 + X87_ROUNDING);
    if (wanted.flush) control |= DAZ | FTZ;
    return control;
}

#elif defined(__aarch64__)

/* FPCR */
enum { ROUNDING = 22, FLUSH = 1 << 24 };

Control control_get(void)
{
    Control control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    return control;
}

void control_set(Control control)
{
    __asm__ volatile("msr fpcr, %0\n\tmsr fpsr, xzr" : : "r"(control));
}

Control control_for(Environment wanted, Control usual)
{
    static const Control bits[ROUNDINGS] = {0, 2, 1, 3};
    Control control = (usual & ~((Control)3 << ROUNDING)) | bits[wanted.rounding] << ROUNDING;
    if (wanted.flush) control |= FLUSH;
    return control;
}

#endif
