'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { IconButton } from './icon-button'
import { chooseTheme, readTheme, subscribeTheme, themeChoices } from './theme'

const faces = {
  system: { icon: Monitor, label: 'Theme: same as the system' },
  light: { icon: Sun, label: 'Theme: light' },
  dark: { icon: Moon, label: 'Theme: dark' },
}

/** One button that goes round system, light and dark. */
export function ThemeSwitch() {
  const choice = useSyncExternalStore(subscribeTheme, readTheme, () => 'system' as const)
  const next = themeChoices[(themeChoices.indexOf(choice) + 1) % themeChoices.length] ?? 'system'
  const { icon: Icon, label } = faces[choice]
  return (
    <IconButton label={`${label}. Switch to ${next}`} onClick={() => chooseTheme(next)}>
      <Icon />
    </IconButton>
  )
}
