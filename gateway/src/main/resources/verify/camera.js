import {readsCodes, textSeen} from './picture.js';

const PAUSE_MILLISECONDS = 200;

/**
 * Whether the page can read what a camera shows: if the browser reads QR codes, and over HTTPS or
 * on this machine alone.
 */
export function canScan() {
  return readsCodes && typeof navigator.mediaDevices?.getUserMedia === 'function';
}

/**
 * Shows the camera until it sees a QR code: the code's text, or null when the signal is aborted.
 * Fails where there is no camera, or the visitor does not allow it.
 */
export async function textFromCamera(video, signal) {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: false,
    video: {facingMode: 'environment', width: {ideal: 1920}, height: {ideal: 1080}}
  });
  try {
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      const text = await textSeen(video);
      if (text !== null) {
        return text;
      }
      await new Promise(resume => setTimeout(resume, PAUSE_MILLISECONDS));
    }
    return null;
  } finally {
    stream.getTracks().forEach(track => track.stop());
    video.srcObject = null;
  }
}
