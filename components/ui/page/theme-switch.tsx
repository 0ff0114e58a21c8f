'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Button } from '../button'
import { IconButton } from '../icon-button'
import { chooseTheme, readTheme, subscribeTheme, themeChoices } from './theme'

const faces = {
  system: { icon: Monitor, label: 'Theme: same as the system' },
  light: { icon: Sun, label: 'Theme: light' },
  dark: { icon: Moon, label: 'Theme: dark' },
}

/** One button that goes round system, light and dark. In a `row` it says in words which it is. */
export function ThemeSwitch({ row = false }: { row?: boolean }) {
  const choice = useSyncExternalStore(subscribeTheme, readTheme, () => 'system' as const)
  const next = themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? 'system'
  const { icon: Icon, label } = faces[choice]
  const does = `${label}. Switch to ${next}`
  if (row)
    return (
      <Button
        look="quiet"
        size="small"
        aria-label={does}
        className="min-h-10! w-full justify-start! px-2!"
        onClick={() => chooseTheme(next)}
      >
        <Icon /> {label}
      </Button>
    )
  return (
    <IconButton label={does} onClick={() => chooseTheme(next)}>
      <Icon />
    </IconButton>
  )
}
