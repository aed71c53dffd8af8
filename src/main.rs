fn main() {
    let t = std::time::Instant::now();
    let r = mouche::editions::by_id(&std::env::args().nth(1).unwrap_or("mouche-1718".into())).unwrap();
    let n = 2_000_000;
    let tally = mouche::explore::simulate(r, 4, n, 1, |_| ());
    println!("{tally:?} {}", n as f64 / t.elapsed().as_secs_f64());
}
