export function findChromium(): string | undefined
export const howToGetChromium: string
export function findClients(): readonly {
  readonly name: string
  readonly debian: string
  readonly program: string | null
  readonly version: string | null
}[]
