/* A library with one function, of which the frame is as large as it was built with. */
#include <string.h>

void call_back(void (*function)(void));

void call_back(void (*function)(void))
{
    volatile char room[SIZE];
    memset((char *)room, 1, sizeof room);
    function();
    room[0] = room[1];
}
