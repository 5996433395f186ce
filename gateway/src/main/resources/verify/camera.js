import {textOfQrCode} from './picture.js';

const PAUSE_MILLISECONDS = 200;

/** Whether there may be a camera that a page can show; only over HTTPS and on this machine. */
export function hasCamera() {
  return typeof navigator.mediaDevices?.getUserMedia === 'function';
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
      const text = await textOfQrCode(video);
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
