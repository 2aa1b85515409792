/* Numbers that are the same on every machine: an integer generator (xorshift64*, Vigna 2016), then + - * / and sqrt. */
#include "bits.h"

#include <math.h>

static unsigned draw32(Random *random)
{
    unsigned long long x = random->state;
    x ^= x >> 12;
    x ^= x << 25 & 0xffffffffffffffffull;
    x ^= x >> 27;
    random->state = x;
    return (unsigned)((x * 0x2545f4914f6cdd1dull & 0xffffffffffffffffull) >> 32);
}

unsigned draw_below(Random *random, unsigned bound)
{
    return (unsigned)((unsigned long long)draw32(random) * bound >> 32);
}

double draw_between(Random *random, double low, double high)
{
    const double high_bits = draw32(random), low_bits = draw32(random);
    return low + (high - low) * ((high_bits * 4294967296.0 + low_bits) / 18446744073709551616.0);
}

void draw_vector(Random *random, double most, double v[3])
{
    static const double scales[5] = {1e-4, 1e-3, 1e-2, 0.1, 1.0};
    const double scale = most * scales[draw_below(random, COUNT(scales))];
    const int nothing = draw_below(random, 6) == 0;
    int i;
    for (i = 0; i < 3; ++i) {
        v[i] = draw_between(random, -scale, scale);
        if (nothing || draw_below(random, 12) == 0) v[i] *= 0.0;
    }
}

void draw_direction(Random *random, double v[3])
{
    double length;
    int i;
    if (draw_below(random, 6) == 0) {
        const unsigned along = draw_below(random, 3);
        for (i = 0; i < 3; ++i) v[i] = (unsigned)i == along ? 1.0 : 0.0;
        return;
    }
    do {
        for (i = 0; i < 3; ++i) v[i] = draw_between(random, -1.0, 1.0);
        length = sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
    } while (length < 0.1);
    for (i = 0; i < 3; ++i) v[i] /= length;
}

void draw_quaternion(Random *random, double q[4])
{
    const int turned = draw_below(random, 6) != 0;
    int i;
    q[0] = turned ? draw_between(random, 0.2, 1.0) : 1.0;
    for (i = 1; i < 4; ++i) q[i] = turned ? draw_between(random, -0.7, 0.7) : 0.0;
}

void rotate(const double q[4], const double v[3], double rotated[3])
{
    const double w = q[0], x = q[1], y = q[2], z = q[3], size = w * w + x * x + y * y + z * z;
    const double tx = 2.0 * (y * v[2] - z * v[1]), ty = 2.0 * (z * v[0] - x * v[2]), tz = 2.0 * (x * v[1] - y * v[0]);
    rotated[0] = v[0] + (w * tx + y * tz - z * ty) / size;
    rotated[1] = v[1] + (w * ty + z * tx - x * tz) / size;
    rotated[2] = v[2] + (w * tz + x * ty - y * tx) / size;
}
