// First step of npm start: without a build, Node would only name a file that it cannot find.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './prepare.mjs'

if (!existsSync(join(projectRoot, 'dist', 'server.mjs'))) {
  process.stderr.write('The app is not built. Run "npm run build" first.\n')
  process.exit(1)
}
