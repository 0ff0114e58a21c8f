// Compresses what the build made for browsers, once and well: compressed anew for each request it would be a sixth
// larger, and cost the server more. The server sends these files (lib/service/http/built-files.ts).
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { projectRoot } from './prepare.mjs'

const compress = promisify(brotliCompress)
const folder = join(projectRoot, '.next', 'static')

for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || !/\.(js|css)$/.test(entry.name)) continue
  const path = join(entry.parentPath, entry.name)
  const content = await readFile(path)
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  }
  await writeFile(`${path}.br`, await compress(content, { params }))
}
