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
      'src/pages/payers/payer.css': '',
      'src/kernel/ids.ts': '',
      'src/service/resources/charge/model.ts': '',
      'src/service/world.ts': '',
      'test/kernel/ids.test.ts': "import '../../src/kernel/ids'",
    })
    expect(rooms).toEqual(['index.ts', 'pages', 'kernel', 'service'])
    expect(arrows).toEqual([])
  })
})

describe('arrows', () => {
  it('lead once from a room to another, however often and in whatever way its files import it', () => {
    const { arrows } = project({
      'src/kernel/ids.ts': '',
      'src/create-sandbox.ts': "import { id } from './kernel/ids'",
      'src/service/app.ts': "import { id } from '../kernel/ids'\nimport { ids } from '../kernel/ids'",
      'src/service/http/list.tsx': "import type { Id } from '../../kernel/ids'\nexport * from '../app'",
      'src/node/server.ts': "const app = await import('../service/app')",
      'src/cli/main.ts':
        "export type { List } from '../service/http/list'\ntype App = import('../service/app').App",
    })
    expect(arrows).toEqual([
      'create-sandbox.ts -> kernel',
      'service -> kernel',
      'node -> service',
      'cli -> service',
    ])
  })

  it('lead to style sheets, and not to packages or out of src', () => {
    const { arrows } = project({
      'src/pages/payer.css': '',
      'src/sandbox/page.ts': "import text from '../pages/payer.css?asset'\nimport 'hono'",
      'src/cli/main.ts': "import { version } from '../../package.json'",
    })
    expect(arrows).toEqual(['sandbox -> pages'])
  })

  it('run back up where the room that is imported is not below', () => {
    const { up } = project({
      'src/options/config.ts': "import { id } from '../kernel/ids'",
      'src/kernel/ids.ts': "import type { World } from '../service/world'",
      'src/service/world.ts':
        "import { id } from '../kernel/ids'\nimport { config } from '../options/config'",
      'src/control/plane.ts':
        "import { world } from '../service/world'\nimport { page } from '../pages/page'",
      'src/pages/page.ts': "import { plane } from '../control/plane'",
    })
    expect(up).toEqual(['kernel -> service', 'control -> pages'])
  })
})
