#define kernel spin
