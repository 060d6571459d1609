static long modulo(long a, long b)
{
    return (a % b + b) % b;
}
