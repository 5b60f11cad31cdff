import { MouseSensor, TouchSensor, useSensor, useSensors } from '@dnd-kit/core';

/** A press that moves less is a click. */
const BY_MOUSE = { activationConstraint: { distance: 8 } };
/** A shorter touch scrolls. */
const BY_TOUCH = { activationConstraint: { delay: 250, tolerance: 8 } };

/** Mouse and touch drag; keys move at once, without picking anything up. */
export const useDragSensors = () => useSensors(useSensor(MouseSensor, BY_MOUSE), useSensor(TouchSensor, BY_TOUCH));
