//! Compressing tables into bytes that are the same on every machine.
//!
//! The compressor is used by itself, not through a library that may be built on another one: which one
//! that is would be settled by whatever else is built into the program.

use std::io::{self, Write};

use flate2::Crc;
use miniz_oxide::deflate::core::CompressorOxide;
use miniz_oxide::deflate::stream::deflate;
use miniz_oxide::{DataFormat, MZError, MZFlush, MZStatus};

/// Part of the format of compressed tables: another level writes other bytes. This one takes a
/// quarter of the time of the usual 6, for tables of events a twentieth larger.
const LEVEL: u8 = 4;
/// Neither name nor time: the bytes follow from the rows alone. The last one says that no system is told.
const HEADER: [u8; 10] = [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff];
/// Bytes that are passed on at once.
const PIECE: usize = 32 << 10;

/// Compresses what is written to it; [`finish`](GzipWriter::finish) ends the file.
pub struct GzipWriter<W> {
    out: W,
    state: Box<CompressorOxide>,
    crc: Crc,
    piece: Vec<u8>,
    begun: bool,
}

impl<W: Write> GzipWriter<W> {
    /// Begins a file.
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

    /// Writes what is left and the sums at the end; what was written to comes back.
    ///
    /// # Errors
    /// [`io::Error`] of writing.
    pub fn finish(mut self) -> io::Result<W> {
        while self.pass(&[], MZFlush::Finish)?.1 != MZStatus::StreamEnd {}
        self.out.write_all(&self.crc.sum().to_le_bytes())?;
        self.out.write_all(&self.crc.amount().to_le_bytes())?;
        Ok(self.out)
    }

    /// Compresses from the beginning of `input` what goes into a piece: how many bytes that were, and
    /// whether it is the end.
    fn pass(&mut self, input: &[u8], flush: MZFlush) -> io::Result<(usize, MZStatus)> {
        if !self.begun {
            self.out.write_all(&HEADER)?;
            self.begun = true;
        }
        let done = deflate(&mut self.state, input, &mut self.piece, flush);
        self.out.write_all(&self.piece[..done.bytes_written])?;
        match done.status {
            Ok(status) => Ok((done.bytes_consumed, status)),
            // Nothing to do is no failure.
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
