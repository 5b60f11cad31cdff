import { useNavigate, useOverlay, type OverlayFrame } from '@shop/mfe-kit';
import { useState } from 'react';

export const overlay: OverlayFrame = { kind: 'fullscreen', label: 'Search' };

export function Search() {
  const [text, setText] = useState('');
  const navigate = useNavigate();
  const { close } = useOverlay();
  return (
    <form
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
        close();
        void navigate(`/search?q=${encodeURIComponent(text)}`);
      }}
    >
      <input
        type="search"
        aria-label="Search"
        placeholder="Search for products, tags or categories"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <button type="submit">Search for : {text}</button>
    </form>
  );
}
