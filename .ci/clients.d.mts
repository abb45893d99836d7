export function findClients(): readonly {
  readonly name: string
  readonly debian: string
  readonly program: string | null
  readonly version: string | null
}[]
