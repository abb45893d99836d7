import * as z from 'zod/mini'
import { listenOptions, processOptions } from '../options/config'
import { type Given, readOptions } from './given'
import { logOf } from './log'
import { openSandbox } from './opened'
import { watchParent } from './parent'
import { onSignals, stopper } from './stop'
import { terminalOf } from './terminal'

/** Runs until a signal stops it, or until the process that started it has ended. */
export const serve = async (given: Given): Promise<void> => {
  const addresses = readOptions(listenOptions(), given)
  const { log: style, detach = false } = readOptions(
    z.pick(processOptions(), { log: true, detach: true }),
    given,
  )
  const log = logOf(style, terminalOf(process.stdout, process.env))
  const { sandbox, greeting, close } = await openSandbox(given, log)
  const stop = stopper({ close, onWaiting: log.waiting, exit: process.exit })
  onSignals(stop, detach)
  // Watch before reporting ready: the process that started this one may end right then.
  if (!detach) watchParent(stop)
  log.ready(greeting(await sandbox.listen(addresses, true)))
}
