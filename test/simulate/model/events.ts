/** Events of the model, with the keys of its profile. */
import type { Rec, World } from './world'

export interface ModelEvent {
  readonly key: string
  readonly about: Rec
  /** As the event shows it. */
  readonly at: number
  /** A receiver listened when it happened. */
  readonly sent: boolean
}

/** What happens has an event with the key of the profile, or none. */
export const emit = (world: World, about: Rec, ...occasions: readonly string[]): void => {
  for (const occasion of occasions) {
    const { [occasion]: key = occasion } = world.profile.keys
    if (key !== null)
      world.events.push({ key, about, at: seenTime(world, world.clock.now), sent: world.listens })
  }
}

/** A time as the profile shows it: in whole seconds, or to the millisecond. */
export const seenTime = ({ profile }: World, time: number): number => time - (time % profile.timeStep)
