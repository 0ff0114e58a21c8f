/**
 * A text of ours as it is drawn: no line ends between a figure and its per cent sign, nor inside a shortened address or
 * hash, which a browser would part after the dots.
 */
export const unbroken = (text: string): string =>
  text.replace(/(?<=\d) (?=%)/g, '\u00a0').replace(/(?<=0x[0-9a-fA-F]+…)(?=[0-9a-fA-F])/g, '\u2060')
