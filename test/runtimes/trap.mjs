/**
 * Records what leaves the process, where nothing can pass by: at the system calls by which Node looks names up and opens
 * connections. Also what ends at this machine is recorded, as it may have been looked up before.
 */
import { createHook } from 'node:async_hooks'

const kinds = { GETADDRINFOREQWRAP: 'look-up', QUERYWRAP: 'look-up', TCPCONNECTWRAP: 'connection' }

/** @returns a function that ends the trap, and gives a line for each look-up and connection */
export const setTrap = () => {
  const caught = []
  const hook = createHook({
    init: (_, type, __, resource) => {
      if (type in kinds) caught.push([kinds[type], resource])
    },
  }).enable()
  return () => {
    hook.disable()
    // Node writes the name onto the resource after it was made.
    return caught.map(([kind, { hostname, address, port }]) =>
      [kind, hostname ?? address, port].filter((part) => part !== undefined).join(' '),
    )
  }
}
