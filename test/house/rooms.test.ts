/** What `npm run house` counts as a room and as an arrow, on projects of a few files. */
import { describe, expect, it } from 'vitest'
import { roomsIn } from './rooms'

const project = (files: Readonly<Record<string, string>>) =>
  roomsIn(Object.entries(files).map(([file, text]) => ({ file, text })))

describe('rooms', () => {
  it('are the folders and the loose files of code at the top of src', () => {
    const { rooms, arrows } = project({
      'src/README.md': '',
      'src/index.ts': '',
      'src/hosted/payer.css': '',
      'src/kernel/ids.ts': '',
      'src/resources/charge/model.ts': '',
      'src/resources/models.ts': '',
      'test/kernel/ids.test.ts': "import '../../src/kernel/ids'",
    })
    expect(rooms).toEqual(['index.ts', 'hosted', 'kernel', 'resources'])
    expect(arrows).toEqual([])
  })
})

describe('arrows', () => {
  it('lead once from a room to another, however often and in whatever way its files import it', () => {
    const { arrows } = project({
      'src/kernel/ids.ts': '',
      'src/world.ts': '',
      'src/http/app.ts': "import { world } from '../world'\nimport { id } from '../kernel/ids'",
      'src/http/list.tsx': "import type { Id } from '../kernel/ids'\nexport * from './app'",
      'src/node/server.ts': "const app = await import('../http/app')",
      'src/cli/main.ts': "export type { List } from '../http/list'\ntype App = import('../http/app').App",
    })
    expect(arrows).toEqual(['http -> world.ts', 'http -> kernel', 'node -> http', 'cli -> http'])
  })

  it('lead to style sheets, and not to packages or out of src', () => {
    const { arrows } = project({
      'src/hosted/payer.css': '',
      'src/dashboard/page.ts': "import text from '../hosted/payer.css?asset'\nimport 'hono'",
      'src/cli/main.ts': "import { version } from '../../package.json'",
    })
    expect(arrows).toEqual(['dashboard -> hosted'])
  })

  it('run back up where the layer of the room that is imported is not below', () => {
    const { up } = project({
      'src/config.ts': "import { id } from './kernel/ids'",
      'src/kernel/ids.ts': "import type { World } from '../world'\nimport { options } from '../config'",
      'src/world.ts': "import { id } from './kernel/ids'",
      'src/control/plane.ts': "import { app } from '../http/app'",
      'src/http/app.ts': "import { plane } from '../control/plane'\nimport { options } from '../config'",
    })
    expect(up).toEqual(['kernel -> world.ts', 'http -> control'])
  })

  it('are judged by the highest layer of a room', () => {
    const files = {
      'src/ledger/fees.ts': "import { rows } from '../resources/models'",
      'src/resources/models.ts': '',
    }
    expect(project(files).up).toEqual([])
    expect(project({ ...files, 'src/resources/registry.ts': '' }).up).toEqual(['ledger -> resources'])
  })
})
