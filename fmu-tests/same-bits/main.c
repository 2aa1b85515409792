/* Usage: same-bits LIBRARY FOLDER. Plays every scenario and leaves one recording of each in the folder. */
#include "bits.h"

int main(int argc, char **argv)
{
    if (argc != 3) fail("usage: same-bits LIBRARY FOLDER");
    library_use(argv[1]);
    write_columns(argv[2]);
    play_scenes(argv[2]);
    play_laws(argv[2]);
    library_leave();
    return 0;
}
