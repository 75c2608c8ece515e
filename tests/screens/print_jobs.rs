// print_jobs.rs -- printers take jobs in turn; jobs with many pages come back to the end.
// SPDX-License-Identifier: GPL-2.0-or-later

#[cfg(not(fixed))]
type Queue = Vec<Job>;
#[cfg(fixed)]
type Queue = std::collections::VecDeque<Job>;

struct Job {
    owner: String,
    title: String,
    pages: u32,
    arrived: u64,
}

struct Spooler {
    waiting: Queue,
    clock: u64,
    total_wait: u64,
}

impl Spooler {
    fn submit(&mut self, job: Job) {
        #[cfg(not(fixed))]
        self.waiting.push(job);
        #[cfg(fixed)]
        self.waiting.push_back(job); // CURED
    }

    fn take(&mut self) -> Option<Job> {
        #[cfg(not(fixed))]
        return if self.waiting.is_empty() {
            None
        } else {
            Some(self.waiting.remove(0)) // FAULT
        };
        #[cfg(fixed)]
        return self.waiting.pop_front(); // CURED
    }

    /// Prints up to ten pages of the first job.
    fn work(&mut self) -> Option<usize> {
        let mut job = self.take()?; // FAULT CURED
        let printed = job.pages.min(10);
        self.clock += u64::from(printed) + 1;
        job.pages -= printed;
        if job.pages > 0 {
            self.submit(job);
            return Some(0);
        }
        self.total_wait += self.clock - job.arrived;
        Some(job.owner.len() + job.title.len())
    }
}

fn main() {
    let mut spooler = Spooler { waiting: Queue::new(), clock: 0, total_wait: 0 };
    let mut written = 0;
    for i in 0..1100u32 {
        spooler.submit(Job {
            owner: format!("user{}", i % 40),
            title: format!("report of week {}", i % 52),
            pages: 1 + i * 7919 % 60,
            arrived: u64::from(i),
        });
    }
    while let Some(n) = spooler.work() {
        written += n;
    }
    println!("{} {} {}", spooler.clock, spooler.total_wait, written);
}
