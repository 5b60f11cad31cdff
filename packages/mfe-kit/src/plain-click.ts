type Click = Pick<MouseEvent, 'button' | 'metaKey' | 'ctrlKey' | 'altKey' | 'shiftKey'>;

/** Whether a click on a link navigates in this tab: not to a new tab or window, and no download. */
export function isPlainClick({ button, metaKey, ctrlKey, altKey, shiftKey }: Click, link: HTMLAnchorElement): boolean {
  if (button !== 0 || metaKey || ctrlKey || altKey || shiftKey) return false;
  return !link.hasAttribute('download') && (link.target === '' || link.target === '_self');
}
