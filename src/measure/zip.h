/* A ZIP file that holds one file as it is, without compression. */
#ifndef SX_MEASURE_ZIP_H
#define SX_MEASURE_ZIP_H

#include "base/buffer.h"

/* [in] out  empty; its status becomes SX_LIMIT for more than 4 GB less 64 KB
 * @source PKWARE, APPNOTE.TXT 6.3: local header (4.3.7), central directory (4.3.12, 4.3.16). O(size). */
void sx_zip_put(sx_buffer *out, const char *name, const char *data, size_t size);

#endif
