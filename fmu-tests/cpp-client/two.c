/* Asperity and another library in Rust, both static, in one program. */
#include <asperity.h>

#include <math.h>
#include <stdio.h>

double neighbour_root(double x);

int main(void)
{
    const double e = asperity_restitution(asperity_damping_factor(0.5) / 0.5);
    printf("restitution %.9g, root of 4 %.9g, of -1 %.9g\n", e, neighbour_root(4.0), neighbour_root(-1.0));
    return fabs(e - 0.5) < 1e-12 && neighbour_root(4.0) == 2.0 && neighbour_root(-1.0) == -1.0 ? 0 : 1;
}
