/** The Stripe of emulate, in a process of its own: like ours it keeps what it makes, in memory. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serve } from './program'

export type EmulateQuestion =
  | { readonly do: 'listen'; readonly modules: string }
  /** Starts again with nothing in the store. */
  | { readonly do: 'reset' }
  | { readonly do: 'cpu' }

interface Emulator {
  readonly url: string
  reset(): unknown
}

interface Emulate {
  createEmulator(options: { readonly service: 'stripe'; readonly port: number }): Promise<Emulator>
}

let emulator: Emulator | null = null

const open = async (modules: string): Promise<Emulator> => {
  const file = pathToFileURL(join(modules, 'emulate', 'dist', 'api.js')).href
  const { createEmulator }: Emulate = await import(file)
  return createEmulator({ service: 'stripe', port: 0 })
}

serve(async (question: EmulateQuestion): Promise<{ readonly port: number; readonly cpu: number }> => {
  if (question.do === 'listen') emulator = await open(question.modules)
  if (question.do === 'reset') await emulator?.reset()
  if (emulator === null) throw new Error('listen comes first')
  const { user, system } = process.cpuUsage()
  return { port: Number(new URL(emulator.url).port), cpu: user + system }
})
