import type { Sandbox } from '../../src/index'

/** A reader of the stream that keeps up: it reads every message and does nothing with it. */
export const readerOf = async ({ fetch, url }: Pick<Sandbox, 'fetch' | 'url'>): Promise<void> => {
  const { body } = await fetch(`${url}/_sandbox/stream`)
  const reader = body?.getReader()
  const read = async (): Promise<void> => {
    while ((await reader?.read())?.done === false);
  }
  void read()
}
