import { later } from '@/components/ui/page/later'

/** The parser of markdown. Loaded with the first text that needs it: many answers are sentences. */
export const richText = later(() => import('./rich-text').then(({ RichText }) => RichText))
