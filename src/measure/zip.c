#include "measure/zip.h"

#include <string.h>

static void put16(sx_buffer *out, unsigned value)
{
    const char bytes[2] = { (char)(value & 0xff), (char)(value >> 8 & 0xff) };
    sx_buffer_append(out, bytes, sizeof bytes);
}

static void put32(sx_buffer *out, uint32_t value)
{
    put16(out, value & 0xffff);
    put16(out, value >> 16);
}

/* The CRC-32 of ISO 3309, a byte at a time. */
static uint32_t crc_of(const char *data, size_t size)
{
    uint32_t table[256], crc = 0xffffffff;
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++)
            table[i] = table[i] >> 1 ^ (table[i] & 1 ? 0xedb88320 : 0);
    }
    for (size_t i = 0; i < size; i++)
        crc = table[(crc ^ (unsigned char)data[i]) & 0xff] ^ crc >> 8;
    return ~crc;
}

/* What both headers of a file have: version 2.0, names in UTF-8, stored, 1 January 1980, sums and sizes. */
static void put_common(sx_buffer *out, uint32_t crc, size_t size, size_t name_length)
{
    put16(out, 20);
    put16(out, 1 << 11);
    put16(out, 0);
    put16(out, 0);
    put16(out, 1 << 5 | 1);
    put32(out, crc);
    put32(out, (uint32_t)size);
    put32(out, (uint32_t)size);
    put16(out, (unsigned)name_length);
    put16(out, 0);
}

void sx_zip_put(sx_buffer *out, const char *name, const char *data, size_t size)
{
    size_t length = strlen(name);
    if (size > UINT32_MAX - 0x10000 || length > 0x8000) {
        out->status = SX_LIMIT;
        return;
    }
    uint32_t crc = crc_of(data, size);
    put32(out, 0x04034b50);
    put_common(out, crc, size, length);
    sx_buffer_append(out, name, length);
    sx_buffer_append(out, data, size);
    size_t directory = out->size;
    put32(out, 0x02014b50);
    put16(out, 20);
    put_common(out, crc, size, length);
    put16(out, 0); /* no comment, on the first disk, of no kind */
    put16(out, 0);
    put16(out, 0);
    put32(out, 0);
    put32(out, 0);
    sx_buffer_append(out, name, length);
    size_t end = out->size;
    put32(out, 0x06054b50);
    put16(out, 0);
    put16(out, 0);
    put16(out, 1);
    put16(out, 1);
    put32(out, (uint32_t)(end - directory));
    put32(out, (uint32_t)directory);
    put16(out, 0);
}
