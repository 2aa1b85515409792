/* Takes the place of a recording on disk: the first play of the scenes is kept, every later one is held against it. */
#ifndef COMPARE_H
#define COMPARE_H

/* The next play is the first, or one like it; `what` names it in messages. */
void compare_begin(const char *what);
/* Prints what differs most; answers whether everything was within its tolerance. */
int compare_end(void);

#endif
