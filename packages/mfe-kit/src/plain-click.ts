type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>;

/** Whether a click on a link leads this tab there: no other tab or window was asked for, nor a file. */
export function isPlainClick({ button, metaKey, ctrlKey, altKey, shiftKey }: Click, link: HTMLAnchorElement): boolean {
  if (button !== 0 || metaKey || ctrlKey || altKey || shiftKey) return false;
  return !link.hasAttribute('download') && (link.target === '' || link.target === '_self');
}
