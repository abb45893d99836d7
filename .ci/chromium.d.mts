export function findChromium(): string | undefined
export const howToGetChromium: string
