export { useMemo } from 'react';
