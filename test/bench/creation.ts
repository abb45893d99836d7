import { createSandbox, type Sandbox } from '../../src/index'
import { median } from './rounds'
import { atMost, type Row } from './table'

const askAccount = async (sandbox: Sandbox): Promise<void> => {
  const headers = { authorization: sandbox.authorization.secret }
  await (await sandbox.fetch(`${sandbox.url}/account`, { headers })).text()
}

/** Microseconds of the first answer of a new sandbox, its making included, less one of a sandbox that is there. */
const firstAnswer = async (times: number): Promise<number> => {
  const there = createSandbox()
  const differences: number[] = []
  for (let i = 0; i < times; i += 1) {
    const start = performance.now()
    await askAccount(there)
    const between = performance.now()
    await askAccount(createSandbox())
    differences.push(performance.now() - between - (between - start))
  }
  return 1000 * median(differences)
}

/** Microseconds to make a sandbox and to close it. */
const makingAndClosing = async (times: number): Promise<number> => {
  const many = 100
  const rounds: number[] = []
  for (let round = 0; round < times; round += 1) {
    const start = performance.now()
    for (let i = 0; i < many; i += 1) await createSandbox().close()
    rounds.push(performance.now() - start)
  }
  return (1000 * median(rounds)) / many
}

export const creationRows = async (quick: boolean): Promise<readonly Row[]> => {
  const figure = { unit: 'us', limit: null, ratio: null } as const
  return [
    {
      what: 'createSandbox() and close()',
      ...figure,
      ours: await makingAndClosing(quick ? 50 : 300),
      gate: atMost(60),
      aim: atMost(20),
    },
    {
      what: 'createSandbox() and its first answer, over one that is there',
      ...figure,
      ours: await firstAnswer(quick ? 500 : 5000),
      gate: null,
      aim: atMost(100),
    },
  ]
}
