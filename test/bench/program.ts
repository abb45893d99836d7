import { type ChildProcess, fork } from 'node:child_process'

/** A program of this folder in a process of its own: asked one question at a time, it gives one answer each. */
export interface Program<Q, A> {
  ask(question: Q): Promise<A>
  stop(): void
}

type Said<A> = { readonly answer: A } | { readonly fault: string }

export const start = <Q extends object, A>(name: string, node = process.execPath): Program<Q, A> => {
  const child: ChildProcess = fork(new URL(`./${name}.mjs`, import.meta.url), {
    execPath: node,
    execArgv: ['--expose-gc', '--max-old-space-size=4096'],
  })
  const ask = (question: Q): Promise<A> =>
    new Promise((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`${name} ended with ${code}`))
      child.once('exit', ended)
      child.once('message', (said: Said<A>) => {
        child.off('exit', ended)
        if ('fault' in said) reject(new Error(`${name}: ${said.fault}`))
        else resolve(said.answer)
      })
      child.send(question)
    })
  return { ask, stop: () => child.kill() }
}

/** The other end: what a program answers. */
export const serve = <Q, A>(answer: (question: Q) => Promise<A> | A): void => {
  const say = (said: Said<A>) => process.send?.(said)
  process.on('message', async (question: Q) => {
    try {
      say({ answer: await answer(question) })
    } catch (error) {
      say({ fault: error instanceof Error ? (error.stack ?? error.message) : String(error) })
    }
  })
  // Without the main program, no caller is left.
  process.on('disconnect', () => process.exit())
}

/** An equal start: without the garbage of earlier runs. */
export const collectGarbage = (): void => {
  if (global.gc === undefined) throw new Error('run with --expose-gc')
  global.gc()
  global.gc()
}
