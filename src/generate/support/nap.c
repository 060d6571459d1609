static void nap(double seconds)
{
    struct timespec t = { (time_t)seconds, (long)(fmod(seconds, 1) * 1e9) };
    nanosleep(&t, NULL);
}
