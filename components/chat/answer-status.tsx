'use client'

import { useEffect, useRef, useState } from 'react'

/** What a screen reader is told of an answer: that it has begun and that it is there. Never the stream itself. */
export function AnswerStatus({ running }: { running: boolean }) {
  const [said, setSaid] = useState('')
  const before = useRef(running)
  useEffect(() => {
    if (running) setSaid('Answering')
    else if (before.current) setSaid('Answer complete')
    before.current = running
  }, [running])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
