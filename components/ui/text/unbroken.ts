/**
 * A text of ours as it is drawn: no line ends inside a shortened address or hash, which a browser would part after the
 * dots.
 */
export const unbroken = (text: string): string => text.replace(/(?<=0x[0-9a-fA-F]+…)(?=[0-9a-fA-F])/g, '\u2060')
