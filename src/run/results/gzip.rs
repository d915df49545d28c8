//! Reproducible gzip compression of tables.
//!
//! The compressor is used directly. A wrapper library might select another backend, depending on the other crates in
//! the build.

use std::io::{self, Write};

use flate2::Crc;
use miniz_oxide::deflate::core::CompressorOxide;
use miniz_oxide::deflate::stream::deflate;
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

/// Compression level, which is part of the format because it determines the bytes. Level 4 takes a quarter of the time
/// of the default level 6 and makes event tables 5 % larger.
const LEVEL: u8 = 4;
/// Gzip header without name and time, so that the bytes depend only on the rows. The last byte means "unknown operating
/// system".
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
/// Output buffer size in bytes.
const PIECE: usize = 32 << 10;

/// Compressing writer. Call [`finish`](GzipWriter::finish) at the end.
pub struct GzipWriter<W> {
    out: W,
    state: Box<CompressorOxide>,
    crc: Crc,
    piece: Vec<u8>,
    begun: bool,
}

impl<W: Write> GzipWriter<W> {
    /// Creates a writer.
    pub fn new(out: W) -> GzipWriter<W> {
        let mut state: Box<CompressorOxide> = Box::default();
        state.set_format_and_level(DataFormat::Raw, LEVEL);
        GzipWriter {
            out,
            state,
            crc: Crc::new(),
            piece: vec![0; PIECE],
            begun: false,
        }
    }

    /// Writes the remaining data and the trailer, and returns the inner writer.
    ///
    /// # Errors
    /// [`io::Error`] from the inner writer.
    pub fn finish(mut self) -> io::Result<W> {
        while self.pass(&[], MZFlush::Finish)?.1 != MZStatus::StreamEnd {}
        self.out.write_all(&self.crc.sum().to_le_bytes())?;
        self.out.write_all(&self.crc.amount().to_le_bytes())?;
        Ok(self.out)
    }

    /// Compresses the beginning of `input` until the output buffer is full. Returns the number of bytes consumed and
    /// the status of the compressor.
    fn pass(&mut self, input: &[u8], flush: MZFlush) -> io::Result<(usize, MZStatus)> {
        if !self.begun {
            self.out.write_all(&HEADER)?;
            self.begun = true;
        }
        let done = deflate(&mut self.state, input, &mut self.piece, flush);
        self.out.write_all(&self.piece[..done.bytes_written])?;
        match done.status {
            Ok(status) => Ok((done.bytes_consumed, status)),
            // A buffer error means only that no progress was possible.
            Err(MZError::Buf) => Ok((done.bytes_consumed, MZStatus::Ok)),
            Err(error) => Err(io::Error::other(format!("cannot compress: {error:?}"))),
        }
    }
}

impl<W: Write> Write for GzipWriter<W> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let mut rest = buffer;
        while !rest.is_empty() {
            let (taken, _) = self.pass(rest, MZFlush::None)?;
            rest = &rest[taken..];
        }
        self.crc.update(buffer);
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
